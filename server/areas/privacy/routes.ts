import {
  decidePrivacyRequest,
  extendPrivacyRequest,
  listPrivacyRequests,
  readPrivacyRequest,
} from '#contract/privacy/requests.ts'
import {
  downloadBrokerRegister,
  downloadDisclosures,
  downloadPrivacyFigures,
  listDeletionCycles,
  listPrivacyFigures,
} from '#contract/privacy/records.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleDecideRequest, handleExtendRequest, handleReadRequest } from './decide-requests.ts'
import { handleListRequests } from './list-requests.ts'
import { handleDownloadDisclosures } from './records/download-disclosures.ts'
import { handleDownloadBrokerRegister } from './records/download-register.ts'
import { handleDownloadPrivacyFigures, handleListPrivacyFigures } from './records/figures.ts'
import { handleListDeletionCycles } from './records/list-cycles.ts'

export const routes: Route[] = [
  bind(listPrivacyRequests, handleListRequests),
  bind(readPrivacyRequest, handleReadRequest),
  bind(extendPrivacyRequest, handleExtendRequest),
  bind(decidePrivacyRequest, handleDecideRequest),
  bind(listPrivacyFigures, handleListPrivacyFigures),
  bind(downloadPrivacyFigures, handleDownloadPrivacyFigures),
  bind(listDeletionCycles, handleListDeletionCycles),
  bind(downloadDisclosures, handleDownloadDisclosures),
  bind(downloadBrokerRegister, handleDownloadBrokerRegister),
]
