// What all reads have in common.
import type { Props } from "../../kind/definition";
import { ReadFunction } from "../../pulumi/reads/read-function";
import { type Query, secretTexts } from "../queries/query";
import { objectId } from "../references";

/** The function of a program for a query. */
export function readFunction<Result>(query: Query<Result>): ReadFunction<Result> {
  return new ReadFunction({
    ...query,
    isId: (value) => objectId().safeParse(value).success,
    secretTexts,
  });
}

/** The same for the objects of a kind, whose fields decide about their properties. */
export function listFunction<Details>(query: Query<Props[]>): ReadFunction<Details[]> {
  return readFunction(query as unknown as Query<Details[]>);
}
