import {
  buyEnrichment,
  downloadEnrichment,
  enrichCampaign,
  listEnrichments,
  readEnrichment,
  readKnownColumns,
  uploadEnrichment,
} from '#contract/enrichment/enrichments.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleBuy } from './buy-enrichment.ts'
import { handleDownload } from './download-enrichment.ts'
import { handleEnrichCampaign } from './enrich-campaign.ts'
import { handleList, handleRead } from './list-enrichments.ts'
import { handleKnownColumns } from './known-columns.ts'
import { handleUpload } from './upload-list.ts'

export const routes: Route[] = [
  bind(listEnrichments, handleList),
  bind(readKnownColumns, handleKnownColumns),
  bind(uploadEnrichment, handleUpload),
  bind(enrichCampaign, handleEnrichCampaign),
  bind(readEnrichment, handleRead),
  bind(buyEnrichment, handleBuy),
  bind(downloadEnrichment, handleDownload),
]
