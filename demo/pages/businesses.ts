import { wideClients } from '../wide/wide-clients.ts'

/** The texts of the demo clients' made-up websites. */
export interface Business {
  color: string
  headline: string
  text: string
  action: string
  services: readonly (readonly [name: string, text: string])[]
}

const businesses: Readonly<Record<string, Business>> = {
  Plumbright: {
    color: '#0b5394',
    headline: 'Leaks do not wait. Neither do we.',
    text: 'Licensed plumbers in your street within two hours, day and night.',
    action: 'Ask for a plumber',
    services: [
      ['Emergency repair', 'Burst pipes, blocked drains and no hot water, around the clock.'],
      ['Water heaters', 'Tank and tankless heaters, installed within a day.'],
      ['Inspection', 'A camera looks into the pipe before anybody opens a wall.'],
    ],
  },
  'Harbor Realty': {
    color: '#134e5e',
    headline: 'Homes by the water, honestly described.',
    text: 'Three generations of one family selling and finding homes around the lakes.',
    action: 'See the homes',
    services: [
      ['Buying', 'We show what we would buy ourselves, and say what we would not.'],
      ['Selling', 'Photographs, plans and a price that holds.'],
      ['Renting', 'Homes for a season or for good.'],
    ],
  },
  'Cedar Dental': {
    color: '#1d6b4c',
    headline: 'A dentist you need not brace for.',
    text: 'Gentle care for the whole family, and appointments that begin on time.',
    action: 'Book a visit',
    services: [
      ['Check-up', 'Forty quiet minutes, twice a year.'],
      ['Repair', 'Crowns and fillings made in the house, in one visit.'],
      ['Straightening', 'Clear aligners for adults and teenagers.'],
    ],
  },
  'Atlas Fitness': {
    color: '#9b1c31',
    headline: 'Stronger by spring.',
    text: 'Coaches who know your name, and a floor that is never full.',
    action: 'Try a week',
    services: [
      ['Coaching', 'A plan for twelve weeks, changed as you change.'],
      ['Classes', 'Forty a week, from six in the morning.'],
      ['Recovery', 'Sauna, massage and a good night’s sleep.'],
    ],
  },
  'Solstice Solar': {
    color: '#a34a00',
    headline: 'Your roof already pays somebody. Make it you.',
    text: 'See in a minute what the sun on your roof is worth.',
    action: 'Work it out',
    services: [
      ['Panels', 'Planned from photographs, built in two days.'],
      ['Storage', 'Evenings on your own electricity.'],
      ['Service', 'Twenty-five years, one phone number.'],
    ],
  },
  'Juniper Home Care': {
    color: '#5b3f8f',
    headline: 'Help at home, from people who stay.',
    text: 'The same two carers each week, chosen with you.',
    action: 'Find a carer',
    services: [
      ['Daily help', 'Meals, washing, company, and the doctor’s on Tuesday.'],
      ['Nursing', 'Registered nurses after a hospital stay.'],
      ['Respite', 'A weekend off for those who care every day.'],
    ],
  },
}

/** The texts of a client's website. Those of the wide world say less. */
export function businessOf(client: string): Business {
  const business = businesses[client]
  if (business) return business
  const { color, headline, text, services, city } = wideClients.find(({ name }) => name === client)!
  return {
    color,
    headline,
    text,
    action: 'Ask us',
    services: services.map((service) => [service, `In and around ${city}.`] as const),
  }
}
