/**
 * Each module folder adds its own values (`declare module`), so a new module needs no change here.
 * @public
 */
export interface ValuesOfModules {}

/** Form values of individual modules, in addition to the common ones. */
export type OwnValues = Pick<ValuesOfModules, keyof ValuesOfModules>
