import type { Industry } from '#contract/people/profile.ts'
import type { DemoCampaign } from '../world-campaigns.ts'

/** A client of the wide world: its business, the person who runs it, and the campaign on its site. */
export interface WideClient {
  name: string
  agency: string
  industry: Industry
  owner: string
  city: string
  state: string
  color: string
  headline: string
  text: string
  services: readonly string[]
  campaign: string
  visitors: number
  retail_e4: number
  more: Partial<DemoCampaign>
}

/**
 * Below each agency its clients: name, industry, owner, home, color, headline and text of the site, services, campaign,
 * visitors a day, and dollars that a lead costs.
 */
const table = `
# Cobalt Street Digital
Ironridge Roofing | construction | Walt Hensley | Dallas, TX | #7a3b12 | A roof that outlives the mortgage. | Storm repairs within a day, new roofs within a week. | Storm repair, Shingles, Metal roofs | Roof inspections | 9 | 5.2
Bluewater Pools | home-services | Marisol Vega | Tampa, FL | #0b6e8a | Swim by summer. | Pools planned, dug and filled by one crew. | New pools, Cleaning, Heating | Pool planner | 6 | 4.4
Keystone Injury Law | legal | Bernard Okafor | Philadelphia, PA | #1f2a44 | You heal. We handle the rest. | No fee unless you are paid. | Car accidents, Work injuries, Appeals | Case evaluation | 5 | 9.5
Trailhead RV | automotive | Dusty Renner | Phoenix, AZ | #4d5d19 | Home is where you park it. | New and used campers, serviced where you bought them. | Campers, Rentals, Service | Campers in stock | 7 | 3.9
Copper Kettle Kitchens | construction | Nadia Frost | Columbus, OH | #8a4b2a | Kitchens people stay in. | Drawn, built and fitted within eight weeks. | Design, Cabinets, Counters | Design appointments | 6 | 4.8
Lantern Storage | other | Ruth Calloway | Kansas City, MO | #56407a | Room for what you keep. | Dry, lit and yours from six to midnight. | Small units, Vehicles, Boxes | Unit finder | 4 | 1.9
# Evergreen Leads
Mossy Oak Tree Service | home-services | Gil Barrow | Portland, OR | #2f6b2f | Tall trees, careful hands. | Certified arborists who clean up after themselves. | Trimming, Removal, Stumps | Storm season | 6 | 2.8
Larkspur Gardens | home-services | Imogen Tate | Seattle, WA | #3d7a4f | A garden that needs you less. | Native plants, planted once. | Design, Planting, Irrigation | Spring planting | 5 | 2.4
Pinecrest Windows | construction | Otto Lindqvist | Spokane, WA | #14532d | Quiet rooms, smaller bills. | Measured on Monday, fitted within three weeks. | Windows, Doors, Glass | Window quotes | 5 | 4.1
Riverbend Veterinary | health | Dr. Anya Petrov | Boise, ID | #0f6f5c | Gentle with the whole family. | Same-day visits for pets that cannot wait. | Check-ups, Surgery, Teeth | New pets | 4 | 2.2
Clearwell Water | home-services | Theo Marsh | Eugene, OR | #1d6fa5 | Water that tastes of nothing. | Tested free, filtered for good. | Testing, Softeners, Filters | Free water test | 4 | 3.3
Summit Pest Control | home-services | Lena Ortiz | Reno, NV | #5b4a1f | Gone, and staying gone. | One visit, one price, one year of calm. | Ants, Rodents, Termites | Pest emergencies | 5 | 2.6
# Fieldstone Marketing
Whitfield Orthodontics | health | Dr. Carla Whitfield | Nashville, TN | #6d3a7c | Smile when you mean it. | Braces and aligners, planned in one visit. | Aligners, Braces, Retainers | Free consultation | 5 | 3.6
Anchor Mortgage | finance | Philip Dray | Charlotte, NC | #123c69 | A yes you can plan with. | Rates in writing the same day. | Buying, Refinancing, Equity | Rate check | 7 | 11.5
Goldfinch Music School | education | Yusra Haddad | Atlanta, GA | #a16207 | Play something by Friday. | Teachers who still perform. | Piano, Guitar, Voice | Trial lessons | 3 | 1.8
Beacon Senior Living | health | Grace Tolliver | Louisville, KY | #7c4a03 | A new address, the same you. | Own rooms, shared tables. | Apartments, Care, Visits | Tour requests | 5 | 7.4
Foxglove Weddings | travel | Delphine Moreau | Savannah, GA | #9d3c64 | One day, no worries. | A garden, a barn and people who know weather. | Garden, Barn, Catering | Date finder | 4 | 2.9
Stonebridge Accounting | other | Ivo Kessler | Raleigh, NC | #334155 | Books that close themselves. | Fixed fees, answered phones. | Payroll, Taxes, Advice | Owners and managers | 6 | 9
# Marigold & Co
Sunny Side Daycare | education | Bea Lindgren | Minneapolis, MN | #c27803 | The best part of their day. | Small groups, open kitchens, muddy boots. | Toddlers, Preschool, Holidays | Open places | 4 | 2.1
Prairie Auto Group | automotive | Hank Sorensen | Omaha, NE | #8f1d1d | Drive it home today. | Prices on the windshield, and that is the price. | New cars, Used cars, Service | Cars in stock | 9 | 3.4
Honeycomb Flooring | construction | Priscilla Onwudi | Madison, WI | #92591b | Floors worth kneeling on. | Samples at your door, fitted within ten days. | Hardwood, Tile, Carpet | Samples by mail | 5 | 3.1
Northern Lights HVAC | home-services | Sven Aldrich | Duluth, MN | #1e4e79 | Warm by tonight. | Heat pumps and furnaces, mended at any hour. | Furnaces, Heat pumps, Ducts | No heat | 7 | 3.8
Tally Insurance | finance | Monique Tally | Des Moines, IA | #0e5a5a | Covered, and you know for what. | One page, plain words. | Home, Auto, Life | Quote in a minute | 6 | 8.2
# Northpeak Media
Alpenglow Chiropractic | health | Dr. Joss Merritt | Denver, CO | #3f5f8a | Stand up straight again. | Twenty minutes, no packages. | Back, Neck, Sports | First visit | 4 | 2.7
High Country Movers | other | Desmond Pike | Boulder, CO | #7a4f1d | Nothing dropped, nothing lost. | A price before the truck arrives. | Local moves, Long distance, Packing | Moving quotes | 6 | 3
Canyon Electric | home-services | Rosa Delgado | Salt Lake City, UT | #b45309 | Power, properly. | Panels, chargers and lights by licensed people. | Panels, Car chargers, Lighting | Charger installs | 5 | 3.7
Ridgeline Mattress | retail | Caspian Holt | Fort Collins, CO | #374785 | Sleep on the decision. | A hundred nights, free returns. | Mattresses, Beds, Linen | Sleep quiz | 6 | 1.6
Juniper Peak Dental | health | Dr. Talia Reese | Provo, UT | #256d5b | In and out by lunch. | Evenings and Saturdays included. | Check-ups, Whitening, Implants | Evening appointments | 4 | 3.2
Basecamp Language School | education | Emre Yilmaz | Denver, CO | #6b2d5c | Order dinner by week three. | Eight people at most around a table. | Spanish, French, Arabic | Placement test | 3 | 1.5
# Tidewater Agency
Gulfline Marine | automotive | Beau Thibodeaux | Mobile, AL | #0b4f6c | Boats that start. | Sold, stored and serviced at one dock. | New boats, Used boats, Winter storage | Boat finder | 5 | 4.6
Magnolia Med Spa | health | Serena Whitlock | Charleston, SC | #9b4d6b | Look rested. | Nurses, not salespeople. | Skin, Laser, Massage | Summer offers | 6 | 2.5
Harborlight Home Inspection | other | Cliff Navarro | Norfolk, VA | #3b5249 | Know before you buy. | Forty pages, the same evening. | Houses, Radon, Septic | Book an inspection | 4 | 2.3
Bayou Garage Doors | home-services | Lucille Hebert | Baton Rouge, LA | #5e3023 | Opens every time. | Springs replaced while you wait. | Repair, New doors, Openers | Stuck doors | 5 | 2.9
Crescent Travel | travel | Amira Saleh | Miami, FL | #0f7173 | Further than the brochure. | Trips by people who have been there. | Cruises, Family trips, Rail | Trip ideas | 5 | 1.7
`

/** What is not as usual about their campaigns. */
const unusual: Readonly<Record<string, Partial<DemoCampaign>>> = {
  'Ironridge Roofing': { states: ['TX', 'OK', 'LA', 'AR'], limitPerDay: 20 },
  'Keystone Injury Law': { requirePhone: true },
  'Copper Kettle Kitchens': { reidentification: '1 week' },
  'Mossy Oak Tree Service': { states: ['OR', 'WA', 'CA', 'ID'] },
  'Pinecrest Windows': { requireAddress: true },
  'Clearwell Water': { reidentification: '1 week' },
  'Summit Pest Control': { limitPerDay: 6 },
  'Anchor Mortgage': { requirePhone: true, requireAddress: true, limitPerDay: 12 },
  'Beacon Senior Living': { reidentification: '6 months' },
  'Foxglove Weddings': { endedDaysAgo: 12 },
  'Stonebridge Accounting': {
    module: 'b2b',
    moduleSettings: {
      match: 'least',
      least: 1,
      industries: ['information', 'finance', 'professional', 'health'],
      sizes: ['11-50', '51-200', '201-500'],
      seniorities: ['owner', 'executive', 'vice_president', 'director', 'manager'],
      departments: ['finance', 'operations'],
      titles: [],
      states: [],
      excludedDomains: [],
      companyWindow: '1 week',
      suggestsContacts: true,
      information: [],
    },
    fromCompanies: 0.6,
  },
  'Prairie Auto Group': { limitPerDay: 25, reidentification: '1 week' },
  'Honeycomb Flooring': { states: ['WI', 'MN', 'IL', 'IA', 'MI'] },
  'Tally Insurance': { requirePhone: true },
  'High Country Movers': { limitPerDay: 10 },
  'Canyon Electric': { reidentification: '1 week' },
  'Juniper Peak Dental': { requireAddress: true },
  'Basecamp Language School': { status: 'pause' },
  'Magnolia Med Spa': { reidentification: '1 week' },
  'Bayou Garage Doors': { states: ['LA', 'MS', 'AL', 'TX', 'FL'] },
  'Crescent Travel': { status: 'draft', hasPixel: false, visitors: 0 },
}

function clientOf(agency: string, line: string): WideClient {
  const [name, industry, owner, home, color, headline, text, services, campaign, visitors, dollars] = line.split(
    ' | ',
  ) as [string, Industry, string, string, string, string, string, string, string, string, string]
  const [city, state] = home.split(', ') as [string, string]
  return {
    name,
    agency,
    industry,
    owner,
    city,
    state,
    color,
    headline,
    text,
    services: services.split(', '),
    campaign,
    visitors: Number(visitors),
    retail_e4: Math.round(Number(dollars) * 10_000),
    more: unusual[name] ?? {},
  }
}

export const wideClients: readonly WideClient[] = table.split('# ').flatMap((block) => {
  const [agency, ...lines] = block.trim().split('\n')
  return lines.map((line) => clientOf(agency!, line))
})

/** The first part of a name's host and of its addresses. */
export const hostWordOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')
