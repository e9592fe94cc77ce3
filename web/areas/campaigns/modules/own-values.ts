/**
 * Each module's folder adds what is its own (`declare module`), so that one more module is one more folder.
 * @public
 */
export interface ValuesOfModules {}

/** What single modules have in the campaign's form beside what all have. */
export type OwnValues = Pick<ValuesOfModules, keyof ValuesOfModules>
