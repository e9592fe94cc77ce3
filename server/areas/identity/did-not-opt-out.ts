/**
 * SQL for people who may be counted: none of their hashes has opted out. Statements that return people go through
 * `findPersons`, which says it of each; only those that count them where they are stored need this. `personId` is a
 * column of the statement.
 */
export const didNotOptOut = (personId: string): string =>
  `not exists (select from person_key known join opt_out gone on gone.hash = known.hash where known.person_id = ${personId})`
