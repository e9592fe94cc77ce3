import type { Format } from '../../../../i18n/format.ts'

/** Formats "1-10" and "5001+" for display. */
export const sizeText = (id: string, format: Pick<Format, 'number'>): string =>
  id.replace('-', '–').replace(/\d+/g, (digits) => format.number(Number(digits)))
