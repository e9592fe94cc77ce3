import type { Format } from '../../../../i18n/format.ts'

/** "1-10" and "5001+" as people read them. */
export const sizeText = (id: string, format: Pick<Format, 'number'>): string =>
  id.replace('-', '–').replace(/\d+/g, (digits) => format.number(Number(digits)))
