import { campaign, campaigns, type DemoCampaign } from '../world-campaigns.ts'
import { hostWordOf, wideClients } from './wide-clients.ts'

/** How many days before the demo the wide world's campaigns started: before its past does. */
const startedDaysAgo = 95

/** What differs in a longer past: windows that end within it, so that visitors known by their cookie come back as leads. */
const longer: Readonly<Record<string, Partial<DemoCampaign>>> = {
  'Emergency plumbing site': { startedDaysAgo, reidentification: '1 week' },
  'Water heater landing page': { startedDaysAgo },
  'Open house weekends': { startedDaysAgo, reidentification: '1 week' },
  'Office space': { startedDaysAgo },
  'New patients': { startedDaysAgo: 60 },
  'Solar savings calculator': { startedDaysAgo, limitPerDay: 30 },
  'Care finder': { startedDaysAgo, reidentification: '1 month' },
}

const ofClients = wideClients.map(({ name, campaign: title, visitors, retail_e4, more }, at): DemoCampaign => {
  const word = hostWordOf(name)
  return campaign(name, title, `${word}.localhost`, {
    startedDaysAgo,
    visitors: Math.round(visitors * 0.7),
    retail_e4,
    // What the agency keeps differs from one to the next.
    wholesale_e4: Math.round((retail_e4 * (40 + ((at * 7) % 20))) / 100),
    recipients: at % 3 === 0 ? [] : [`client@${word}.test`],
    ...more,
  })
})

/** Every campaign with a site in the wide world; those of the small one are among them. */
export const wideCampaigns: readonly DemoCampaign[] = [
  ...campaigns.map((each) => ({ ...each, ...longer[each.name] })),
  ...ofClients,
]
