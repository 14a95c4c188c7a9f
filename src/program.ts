// What a config repository without code names as its main: the engine calls this function, and what it returns are
// the stack's outputs.
import "./start/exit-on-old-node";
import { loadProgram } from "./config/build/load-stack";

export = loadProgram;
