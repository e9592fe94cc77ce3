/** An agency of the wide world: its brand, and the person who owns it. */
export interface WideAgency {
  company: string
  legalName: string
  color: string
  mailFrom: string
  hosts: readonly string[]
  /** SVG path of the logo's mark in a 24 by 24 box. */
  mark: string
  owner: string
  email: string
  city: string
  state: string
}

const agency = (
  company: string,
  owner: string,
  home: string,
  [word, color, mark]: readonly [word: string, color: string, mark: string],
): WideAgency => {
  const [city, state] = home.split(', ') as [string, string]
  return {
    company,
    legalName: `${company} LLC`,
    color,
    mailFrom: `leads@${word}.test`,
    hosts: [`${word}.localhost`],
    mark,
    owner,
    email: `owner@${word}.test`,
    city,
    state,
  }
}

/** The agencies of the wide world besides the two that every demo has. */
export const wideAgencies: readonly WideAgency[] = [
  agency('Cobalt Street Digital', 'Mina Castellano', 'Dallas, TX', [
    'cobalt',
    '#1d4ed8',
    'M4 19V9l8-5 8 5v10M9 19v-6h6v6',
  ]),
  agency('Evergreen Leads', 'Rowan Ashby', 'Portland, OR', [
    'evergreen',
    '#15803d',
    'M12 3 6 12h4l-5 7h14l-5-7h4zM12 19v3',
  ]),
  agency('Fieldstone Marketing', 'Corinne Abara', 'Nashville, TN', [
    'fieldstone',
    '#6d28d9',
    'M4 17 8 7l5 4 7-3v9zM4 20h16',
  ]),
  agency('Marigold & Co', 'Tomas Lindahl', 'Minneapolis, MN', [
    'marigold',
    '#b45309',
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 3v4M12 17v4M3 12h4M17 12h4',
  ]),
  agency('Northpeak Media', 'Saira Qureshi', 'Denver, CO', ['northpeak', '#0369a1', 'M3 19 9 8l4 6 2-3 6 8z']),
  agency('Tidewater Agency', 'Jules Beaumont', 'Charleston, SC', [
    'tidewater',
    '#0f766e',
    'M3 9c3-3 6 3 9 0s6 3 9 0M3 15c3-3 6 3 9 0s6 3 9 0',
  ]),
]
