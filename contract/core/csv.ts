import { z } from 'zod'

/** The format of a CSV file: for people, who open it in a spreadsheet, or for other software. */
export const csvFormat = z.enum(['spreadsheet', 'raw']).default('spreadsheet').meta({
  description:
    'spreadsheet: no text can act as a formula, and phone numbers are formatted. raw: every value exactly as it is stored, phone numbers as E.164; never open such a file in a spreadsheet.',
})
export type CsvFormat = z.output<typeof csvFormat>
