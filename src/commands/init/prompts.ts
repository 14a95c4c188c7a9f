// Questions on a terminal.
import { createInterface, type Interface } from "node:readline/promises";
import { Writable } from "node:stream";

/** An answer that is no good. Its message is shown, and the question is asked again. */
export class WrongAnswer extends Error {}

export interface Question<Value> {
  readonly text: string;
  /** The answer is not shown while the user types it. @default false */
  readonly isHidden?: boolean;
  /** @throws WrongAnswer */
  readonly parse: (answer: string) => Value;
}

export class Prompts {
  readonly #output: NodeJS.WriteStream;
  readonly #interface: Interface;
  /** What the user types between two questions is not shown either: it may be a key. */
  #isHidden = true;

  /** @param onCancel called at Ctrl-C, and at the end of the input. It ends the process */
  constructor(input: NodeJS.ReadStream, output: NodeJS.WriteStream, onCancel: () => void) {
    this.#output = output;
    const echo = new Writable({
      write: (chunk, _encoding, done) => {
        if (!this.#isHidden) output.write(chunk);
        done();
      },
    });
    // Without a history: it would show a key.
    this.#interface = createInterface({ input, output: echo, terminal: true, historySize: 0 });
    this.#interface.on("SIGINT", () => this.#interface.close());
    this.#interface.on("close", onCancel);
    this.close = () => {
      this.#interface.off("close", onCancel);
      this.#interface.close();
    };
  }

  /** Returns the terminal. */
  readonly close: () => void;

  say(text: string): void {
    this.#output.write(`${text}\n`);
  }

  async ask<Value>({ text, isHidden = false, parse }: Question<Value>): Promise<Value> {
    for (;;) {
      try {
        return parse(await this.#answer(text, isHidden));
      } catch (error) {
        if (!(error instanceof WrongAnswer)) throw error;
        this.say(error.message);
      }
    }
  }

  async #answer(text: string, isHidden: boolean): Promise<string> {
    this.#isHidden = isHidden;
    if (isHidden) this.#output.write(text);
    const answer = await this.#interface.question(isHidden ? "" : text);
    if (isHidden) this.#output.write("\n");
    this.#isHidden = true;
    return answer;
  }
}

/** A question with one of several words as its answer. An empty answer is the first word. */
export function choice<Word extends string>(text: string, words: readonly [Word, ...Word[]]): Question<Word> {
  const [preset, ...others] = words;
  return {
    text: `${text} [${[preset.toUpperCase(), ...others].join("/")}] `,
    parse: (answer) => {
      const word = words.find((one) => one === (answer.trim() || preset).toLowerCase());
      if (word === undefined) throw new WrongAnswer(`Answer ${words.join(" or ")}.`);
      return word;
    },
  };
}

/** An empty answer is yes. */
export function confirmation(text: string): Question<boolean> {
  return {
    text: `${text} [Y/n] `,
    parse: (answer) => {
      if (/^\s*(y|yes)?\s*$/i.test(answer)) return true;
      if (/^\s*(n|no)\s*$/i.test(answer)) return false;
      throw new WrongAnswer("Answer y or n.");
    },
  };
}
