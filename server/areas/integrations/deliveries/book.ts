/** The agency whose leads are delivered. */
export interface Book {
  rootId: string
  agencyId: string
}

export interface LeadToDeliver {
  leadId: string
  clientId: string
  campaignId: string
}

export interface CampaignPath extends Book {
  clientId: string
  campaignId: string
}
