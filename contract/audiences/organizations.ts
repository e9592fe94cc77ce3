import { z } from 'zod'
import { campaignStatuses } from '../campaigns/campaign.ts'
import { id, idOrAll } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneAnswer, doneWith, instant, line, searchText } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { reading, writing } from './access.ts'

/** How many external campaigns an organization can list. */
export const maxExternalCampaigns = 100
/** How many campaigns a resource can be linked to; leads are counted across all of them. */
export const maxLinkedCampaigns = 100

/** The id in the external system. */
const externalId = z.union([z.literal(''), line(100)]).default('')

const outsideCampaign = z.object({
  clientCampaignID: id,
  campaignName: z.string(),
  externalId: z.string(),
  uses: z.int().meta({ description: 'Campaigns linked to it.' }),
})
export type ExternalCampaign = Plain<z.output<typeof outsideCampaign>>

const organization = z.object({
  clientOrganizationID: id,
  organizationName: z.string(),
  external_organizationid: z.string(),
  companyID: id.meta({ description: 'The client.' }),
  company_name: z.string(),
  campaigns: z.array(outsideCampaign),
  uses: z.int().meta({ description: 'Campaigns linked to it or to one of its campaigns.' }),
  updated_at: instant,
})
export type Organization = Plain<z.output<typeof organization>>

export const listOrganizations = operation({
  id: 'C108',
  name: 'listOrganizations',
  area: 'audiences',
  method: 'GET',
  path: '/marketing/organization/{companyID}',
  summary:
    'Lists marketing organizations by name, with their external campaigns: those of one client, of an agency’s clients, or all.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery.extend({
    search: searchText.meta({ description: 'Text in the name.' }),
    clientOrganizationID: id.optional().meta({ description: 'Only this one.' }),
  }),
  answer: pageOf(organization),
  access: reading,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const saveOrganization = operation({
  id: 'C109',
  name: 'saveOrganization',
  area: 'audiences',
  method: 'POST',
  path: '/marketing/organization',
  summary:
    'Creates or updates a marketing organization of a client with its complete list of external campaigns. Existing links to campaigns stay.',
  body: z.strictObject({
    clientOrganizationID: z
      .union([z.literal(''), id])
      .default('')
      .meta({ description: 'Empty to create one.' }),
    companyID: id.meta({ description: 'The client.' }),
    organizationName: line(150),
    external_organizationid: externalId,
    campaigns: z
      .array(
        z.strictObject({
          clientCampaignID: z
            .union([z.literal(''), id])
            .default('')
            .meta({ description: 'Empty to create one.' }),
          campaignName: line(150),
          externalId,
        }),
      )
      .max(maxExternalCampaigns)
      .default([]),
    /** The value that was read: if it has changed since, the call answers 409 and changes nothing. */
    updated_at: instant.optional(),
  }),
  answer: doneWith(organization),
  errors: ['conflict'],
  access: writing('update'),
  object: { kind: 'company', in: 'body', key: 'companyID' },
})

export const removeOrganization = operation({
  id: 'C110',
  name: 'removeOrganization',
  area: 'audiences',
  method: 'DELETE',
  path: '/marketing/organization/{id}',
  summary: 'Removes a marketing organization with its external campaigns. Rejected while campaigns are linked to it.',
  params: z.strictObject({ id }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: writing('delete'),
  object: { kind: 'organization', in: 'params', key: 'id' },
})

export const getCampaignResource = operation({
  id: 'C090',
  name: 'getCampaignResource',
  area: 'audiences',
  method: 'GET',
  path: '/leadspeek/getcampaignresource/{org}/{campaign}',
  summary: 'Reads which campaigns feed an external campaign or a whole organization, with their leads so far.',
  params: z.strictObject({ org: id, campaign: idOrAll }),
  answer: doneWith(
    z.object({
      organization: organization.pick({
        clientOrganizationID: true,
        organizationName: true,
        external_organizationid: true,
        companyID: true,
      }),
      campaign: outsideCampaign.nullable().meta({ description: 'Null if the whole organization was requested.' }),
      campaigns: z.array(
        z.object({
          leadspeek_api_id: id,
          campaignName: z.string(),
          status: z.enum(campaignStatuses),
          ended: z.boolean(),
          leads: z.int(),
        }),
      ),
      leads: z.int().meta({ description: 'Leads of all linked campaigns, excluding test leads.' }),
    }),
  ),
  access: reading,
  object: { kind: 'organization', in: 'params', key: 'org' },
})
