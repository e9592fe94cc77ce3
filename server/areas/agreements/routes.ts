import {
  acceptFeatureAgreement,
  downloadCertificate,
  listAcceptances,
  readFeatureAgreement,
} from '#contract/agreements/acceptances.ts'
import { authorizeDownload } from '#contract/agreements/download-auth.ts'
import { readDocument } from '#contract/agreements/documents.ts'
import { bind, bindOpen, type Route } from '#server/platform/http/route.ts'
import { handleAuthorizeDownload } from './authorize-download.ts'
import { handleDownloadCertificate } from './download-certificate.ts'
import { handleAcceptFeatureAgreement, handleReadFeatureAgreement } from './feature-agreement.ts'
import { handleListAcceptances } from './list-acceptances.ts'
import { handleReadDocument } from './read-document.ts'

export const routes: Route[] = [
  bindOpen(readDocument, handleReadDocument),
  bind(readFeatureAgreement, handleReadFeatureAgreement),
  bind(acceptFeatureAgreement, handleAcceptFeatureAgreement),
  bind(listAcceptances, handleListAcceptances),
  bind(downloadCertificate, handleDownloadCertificate),
  bind(authorizeDownload, handleAuthorizeDownload),
]
