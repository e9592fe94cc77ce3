import { z } from 'zod'
import { developerList, developerPage, developerPageOf, ofCampaignInTime } from '../core/developer-list.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { instant } from '../core/wire.ts'
import { leadKinds, matchKeys } from './lead.ts'
import { leadValue_cents } from './lead-task.ts'
import { forLeadTexts } from './lead-texts.ts'
import { leadStatusKey } from './status-key.ts'

const developerLead = z.object({
  id,
  kind: z.enum(leadKinds),
  created_at: instant,
  client_id: id,
  client_name: z.string(),
  campaign_id: id,
  campaign_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  ...forLeadTexts(() => z.string().nullable()),
  page_url: z.string(),
  match_key: z.enum(matchKeys).nullable(),
  confidence: z.number().nullable(),
  retail_price: z.number().meta({ description: 'In dollars, fixed when the lead was created.' }),
  converted_at: instant.nullable(),
  status: leadStatusKey.meta({
    description: 'A status of the agency’s pipeline; `new` for a lead that nobody has worked on.',
  }),
  assignee_id: id.nullable().meta({ description: 'Who works it; null for nobody.' }),
  value_cents: leadValue_cents,
  tags: z.array(z.string()),
  searched_for: z
    .array(z.string())
    .nullable()
    .meta({ description: 'What the person searched for or read about, newest first; null for a visit.' }),
  information: z.record(z.string(), z.string()).nullable().meta({
    description: 'What else is known about the person and their company, by kind; null if the campaign sends none.',
  }),
})
export type DeveloperLead = z.output<typeof developerLead>

export const listDeveloperLeads = operation({
  id: 'own',
  name: 'listDeveloperLeads',
  area: 'leads',
  ...developerList,
  path: '/v1/developer/leads',
  summary: 'Lists leads of an agency or a client, newest first.',
  query: z.strictObject({
    ...developerPage,
    ...ofCampaignInTime,
    kind: z.enum(leadKinds).optional(),
  }),
  answer: developerPageOf(developerLead),
  scope: 'leads:read',
})
