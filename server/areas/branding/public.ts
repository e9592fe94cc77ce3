export { addBrand } from './add-brand.ts'
export { findHost, findHostOf, isHostOf, readOperatorHosts, type HostOwner } from './find-host.ts'
export { mailEach } from './mail-server/mail-each.ts'
export { failsMail, mailQueueOf } from './mail-server/mail-servers.ts'
export { sendAs } from './mail-server/send-as.ts'
export { warnOfMailServerJob } from './mail-server/warn-of-mail-server.ts'
export { readPageLinks } from './read-page-links.ts'
export { readSenders } from './read-senders.ts'
export { readBoot, readBrand } from './read-brand.ts'
export { readSignature, type Signature } from './read-signature.ts'
export { readWhiteLabel, type WhiteLabel } from './read-white-label.ts'
export { endQuarantine, findMovedHost, isReservedForAnother, releaseHost } from './released-hosts.ts'
export { readRoots } from './read-roots.ts'
export { settleEachAgency, type AgencyIds } from './settle-each-agency.ts'
export { readSupport } from './read-support.ts'
export { lockOwnBrand, saveWhiteLabel } from './settings/own-brand.ts'
export { enhanceMinimumOf, readEnhanceMinimum } from './settings/enhance-minimum.ts'
export { isWalletHidden } from './settings/is-wallet-hidden.ts'
export { brandSettings } from './settings/brand-settings.ts'
export {
  assertHostChosen,
  hasChosenHost,
  proposeSubdomain,
  readBaseHost,
  readSubdomain,
  saveSubdomain,
  subdomainProblem,
  subdomainTexts,
} from './subdomain.ts'
