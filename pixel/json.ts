import { realm } from './realm.ts'

/**
 * JSON of plain values. The function returns each value as it is, because old libraries give arrays and texts a `toJSON` of
 * their own, whose result would be sent instead.
 */
export const json = (value: object): string =>
  realm.JSON.stringify(value, function (this: Record<string, unknown>, name: string) {
    return this[name]
  })
