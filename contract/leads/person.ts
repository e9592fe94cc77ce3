import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { deliveryRow } from '../integrations/deliveries.ts'
import { leadRow, visitRow } from './lead.ts'
import { forLeadTexts } from './lead-texts.ts'
import { leadAccess } from './leads.ts'

/** What an agency or a client knows of one person, through all of the leads that it may see. */
const personDetail = z.object({
  opted_out: z.boolean().meta({ description: 'Nothing else is shown then.' }),
  person: z
    .object({ first_name: z.string(), last_name: z.string(), ...forLeadTexts(() => z.string()) })
    .nullable()
    .meta({ description: 'The newest known values. Null for whoever opted out.' }),
  leads: z.array(leadRow).meta({ description: 'Newest first; up to 200. Test leads are not among them.' }),
  visits: z
    .array(visitRow)
    .meta({ description: 'Visits and searches at the clients whose leads these are, newest first; up to 200.' }),
  deliveries: z.array(deliveryRow).meta({ description: 'Where these leads were sent, newest first; up to 200.' }),
  notes: z.int().nullable().meta({ description: 'Notes on these leads. Null for the operator, who reads none.' }),
})
export type PersonDetail = Plain<z.output<typeof personDetail>>

/** A lead's id stands for its person, so that an address has nothing in it that two agencies could compare. */
export const getPerson = operation({
  id: 'own',
  name: 'getPerson',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/lead/{id}/person',
  summary:
    'Reads the person of a lead: leads in all campaigns, visits, searches, deliveries, and whether they opted out.',
  params: z.strictObject({ id }),
  answer: doneWith(personDetail),
  access: leadAccess,
  object: { kind: 'lead', in: 'params', key: 'id' },
})
