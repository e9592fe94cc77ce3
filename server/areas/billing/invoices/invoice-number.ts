export interface Numbered {
  issuer: 'agency' | 'root'
  year: number
  number: number
}

/** `2026-0001` of an agency to its clients, `P-2026-0001` of the operator to an agency. */
export const numberOf = ({ issuer, year, number }: Numbered): string =>
  `${issuer === 'root' ? 'P-' : ''}${year}-${String(number).padStart(4, '0')}`
