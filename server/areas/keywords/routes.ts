import {
  applyCount as applyOperation,
  listCampaignCounts,
  queueCount as queueOperation,
  readCampaignCounts,
  readCountConfig,
} from '#contract/keywords/counts.ts'
import { listDeveloperCounts, queueDeveloperCount } from '#contract/keywords/developer-counts.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { applyCount } from './apply-count.ts'
import { handleListDeveloperCounts, handleQueueDeveloperCount } from './developer-counts.ts'
import { handleCurrent, handleHistory } from './list-counts.ts'
import { queueCount } from './queue-count.ts'
import { handleConfig } from './read-config.ts'

export const routes: Route[] = [
  bind(readCountConfig, handleConfig),
  bind(readCampaignCounts, handleCurrent),
  bind(listCampaignCounts, handleHistory),
  bind(queueOperation, queueCount),
  bind(applyOperation, applyCount),
  bind(listDeveloperCounts, handleListDeveloperCounts),
  bind(queueDeveloperCount, handleQueueDeveloperCount),
]
