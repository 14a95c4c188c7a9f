// A command that asks questions in a terminal.
import { Child, type ChildOptions } from "./child";
import { SCRIPT } from "./terminal";

export const ENTER = "\r";
export const CTRL_C = "\u0003";
export const CTRL_D = "\u0004";

export class Dialog {
  readonly #child: Child;
  /** Length of the output up to the last question. */
  #seen = 0;

  constructor(command: string, options: ChildOptions) {
    this.#child = new Child([SCRIPT, "-qec", `stty cols 200 && ${command}`, "/dev/null"], {
      ...options,
      hasInput: true,
    });
  }

  /** Waits for a question after the last one, and types the answer. */
  async answer(question: string, answer: string): Promise<void> {
    const pattern = new RegExp(`^[^]{${this.#seen}}[^]*?${escaped(question)}`);
    const [output] = await this.#child.waitForOutput(pattern);
    this.#seen = output.length;
    this.#child.type(answer);
  }

  /** The exit code and everything on the screen, without colors and cursor movements. */
  async ended(): Promise<{ code: number | string; screen: string }> {
    const code = await this.#child.ended();
    return { code, screen: withoutEscapes(this.#child.output) };
  }
}

function withoutEscapes(output: string): string {
  return output.replace(/\u001b\[[\d;?]*[A-Za-z]/g, "").replaceAll("\r", "");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
