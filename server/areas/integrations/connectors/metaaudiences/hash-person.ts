import { createHash } from 'node:crypto'
import type { SentLead } from '../service.ts'

/** The columns of an upload, in order. */
export const columns = ['EMAIL', 'PHONE', 'FN', 'LN', 'CT', 'ST', 'ZIP'] as const
type Column = (typeof columns)[number]

/** Letters and digits of any script. */
const lettersOnly = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

/** As Meta normalizes its own people's data, so that the digests of both are the same. */
const normal: Readonly<Record<Column, (lead: SentLead) => string>> = {
  EMAIL: ({ email }) => email.trim().toLowerCase(),
  PHONE: ({ phone }) => phone.replaceAll(/\D/g, '').replace(/^0+/, ''),
  FN: ({ first_name }) => lettersOnly(first_name),
  LN: ({ last_name }) => lettersOnly(last_name),
  CT: ({ city }) => lettersOnly(city),
  ST: ({ state }) => lettersOnly(state),
  ZIP: ({ zip }) => zip.trim().toLowerCase().slice(0, 5),
}

const digest = (text: string): string => (text === '' ? '' : createHash('sha256').update(text).digest('hex'))

/** A lead's row of digests; an unknown value is empty. */
export const hashPerson = (lead: SentLead): string[] => columns.map((column) => digest(normal[column](lead)))

/** The digest that a person is removed by. */
export const hashEmail = (email: string): string => digest(email.trim().toLowerCase())
