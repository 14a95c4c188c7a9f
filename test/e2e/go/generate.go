// Writes the SDK of a schema for a language, go or nodejs: go run generate.go LANGUAGE SCHEMA FOLDER
package main

import (
	"encoding/json"
	"os"
	"path/filepath"

	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/contract"
)

func main() {
	language, file, folder := os.Args[1], os.Args[2], os.Args[3]
	text, err := os.ReadFile(file)
	contract.AssertNoErrorf(err, "read")
	var spec schema.PackageSpec
	contract.AssertNoErrorf(json.Unmarshal(text, &spec), "parse")
	pkg, problems, err := schema.BindSpec(spec, schema.NewNullLoader(), schema.ValidationOptions{})
	contract.AssertNoErrorf(err, "bind")
	contract.Assertf(len(problems) == 0, "%v", problems)
	var files map[string][]byte
	if language == "go" {
		files, err = golang.GeneratePackage("test", pkg, nil)
	} else {
		files, err = nodejs.GeneratePackage("test", pkg, nil, nil, true, nil)
	}
	contract.AssertNoErrorf(err, "generate")
	for name, text := range files {
		path := filepath.Join(folder, name)
		contract.AssertNoErrorf(os.MkdirAll(filepath.Dir(path), 0o755), "write")
		contract.AssertNoErrorf(os.WriteFile(path, text, 0o644), "write")
	}
}
