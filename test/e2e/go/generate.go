// Writes the Go SDK of a schema: go run generate.go SCHEMA FOLDER
package main

import (
	"encoding/json"
	"os"
	"path/filepath"

	sdk "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/contract"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	contract.AssertNoErrorf(err, "read")
	var spec schema.PackageSpec
	contract.AssertNoErrorf(json.Unmarshal(text, &spec), "parse")
	pkg, problems, err := schema.BindSpec(spec, schema.NewNullLoader(), schema.ValidationOptions{})
	contract.AssertNoErrorf(err, "bind")
	contract.Assertf(len(problems) == 0, "%v", problems)
	files, err := sdk.GeneratePackage("test", pkg, nil)
	contract.AssertNoErrorf(err, "generate")
	for name, text := range files {
		path := filepath.Join(os.Args[2], name)
		contract.AssertNoErrorf(os.MkdirAll(filepath.Dir(path), 0o755), "write")
		contract.AssertNoErrorf(os.WriteFile(path, text, 0o644), "write")
	}
}
