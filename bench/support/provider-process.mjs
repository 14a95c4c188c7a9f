// Starts a provider process and calls it as the engine does.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { promisify } from "node:util";

const require = createRequire(import.meta.url);
const grpc = require("@grpc/grpc-js");
const { ResourceProviderClient } = require("@pulumi/pulumi/proto/provider_grpc_pb");
const { CheckRequest, ConfigureRequest, DiffRequest } = require("@pulumi/pulumi/proto/provider_pb");
const { Struct } = require("google-protobuf/google/protobuf/struct_pb");

/**
 * Starts a provider process in a project's folder, configures it, and calls `check` and `diff` for one unchanged
 * resource.
 * @param resource `urn`, `id`, `inputs` and `outputs` as in the state
 * @returns milliseconds from the start of the process to the first response of `check` and of `diff`
 */
export async function timeFirstResponses(project, resource) {
  // The provider only needs an engine address that accepts connections.
  const engine = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
  await once(engine, "listening");
  const startedAt = performance.now();
  const child = spawn("pulumi-resource-pulumi-nodejs", [`127.0.0.1:${engine.address().port}`], {
    cwd: project.folder,
    env: project.env,
    stdio: ["ignore", "pipe", "inherit"],
    // The plugin is a shell script that starts Node. A process group lets us end both.
    detached: true,
  });
  const exited = once(child, "exit");
  try {
    const client = new ResourceProviderClient(
      `127.0.0.1:${await portOf(child)}`,
      grpc.credentials.createInsecure(),
    );
    const call = (method, request) => promisify(client[method].bind(client))(request);
    await call("configure", configureRequest());
    await call("check", checkRequest(resource));
    const check = performance.now() - startedAt;
    await call("diff", diffRequest(resource));
    const diff = performance.now() - startedAt;
    client.close();
    return { check, diff };
  } finally {
    process.kill(-child.pid, "SIGKILL");
    await exited;
    engine.close();
  }
}

async function portOf(child) {
  let text = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    text += chunk;
    const port = /^(\d+)\n/.exec(text)?.[1];
    if (port) return port;
  }
  throw new Error("the provider process exited before it printed its port");
}

const struct = (object) => Struct.fromJavaScript(object);

function configureRequest() {
  const request = new ConfigureRequest();
  request.setArgs(struct({}));
  return request;
}

function checkRequest({ urn, inputs }) {
  const request = new CheckRequest();
  request.setUrn(urn);
  request.setOlds(struct(inputs));
  request.setNews(struct(inputs));
  return request;
}

function diffRequest({ urn, id, inputs, outputs }) {
  const request = new DiffRequest();
  request.setUrn(urn);
  request.setId(id);
  request.setOlds(struct(outputs));
  request.setNews(struct(inputs));
  return request;
}
