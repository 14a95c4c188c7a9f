// Applies every kind to the stack `test` of the project in this folder, and previews it again.
package main

import (
	"context"
	"log"
	"os"

	lm "example.com/pulumi-link-management/sdk/go/linkmanagement"
	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optpreview"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optup"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	ctx := context.Background()
	stack := must(auto.SelectStackInlineSource(ctx, "test", "test", program, auto.WorkDir(".")))
	must(stack.Up(ctx, optup.ProgressStreams(os.Stdout)))
	must(stack.Preview(ctx, optpreview.ExpectNoChanges()))
}

func program(ctx *pulumi.Context) error {
	name := pulumi.String("it")
	account := must(lm.NewAccount(ctx, "it", &lm.AccountArgs{Email: pulumi.String("it@example.com")}))
	must(lm.NewPixel(ctx, "it", &lm.PixelArgs{Type: lm.PixelTypeFbpixel, Name: name, Tag: pulumi.String("1234567890")}))
	must(lm.NewDomain(ctx, "it", &lm.DomainArgs{Domain: pulumi.String("https://it.example.com")}))
	channel := must(lm.NewChannel(ctx, "it", &lm.ChannelArgs{Name: name, Starred: pulumi.Bool(true)}))
	campaign := must(lm.NewCampaign(ctx, "it", &lm.CampaignArgs{Name: name}))
	link := must(lm.NewLink(ctx, "it", &lm.LinkArgs{Url: pulumi.String("https://example.com"), Alias: pulumi.String("spring")}))
	wifi := pulumi.StringMap{"ssid": pulumi.String("guests"), "pass": pulumi.String(os.Getenv("WIFI"))}
	code := must(lm.NewQrCode(ctx, "it", &lm.QrCodeArgs{Type: lm.QrCodeTypeWifi, Data: wifi}))
	must(lm.NewCampaignLink(ctx, "it", &lm.CampaignLinkArgs{Campaign: campaign.ID(), Link: link.ID()}))
	must(lm.NewChannelItem(ctx, "it", &lm.ChannelItemArgs{Channel: channel.ID(), ItemType: lm.ChannelItemItemTypeQr, Item: code.ID()}))
	ctx.Export("username", account.Username)
	return nil
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
