import { readDomain } from '#contract/branding/domain.ts'
import { showEmbeddedCode } from '#contract/branding/embedded-code.ts'
import { readEnhanceMinimum } from '#contract/branding/enhance-minimum.ts'
import { checkSubdomain, suggestSubdomain, updateSubdomain } from '#contract/branding/hosts.ts'
import { bind, bindOpen, type Route } from '#server/platform/http/route.ts'
import { handleShowEmbeddedCode } from './embedded/show-embedded-code.ts'
import { handleReadDomain } from './read-brand.ts'
import { handleReadEnhanceMinimum } from './settings/enhance-minimum.ts'
import { handleSuggestSubdomain } from './suggest-subdomain.ts'
import { handleCheckSubdomain, handleUpdateSubdomain } from './update-subdomain.ts'

export const routes: Route[] = [
  bindOpen(readDomain, handleReadDomain),
  bind(readEnhanceMinimum, handleReadEnhanceMinimum),
  bind(checkSubdomain, handleCheckSubdomain),
  bindOpen(suggestSubdomain, handleSuggestSubdomain),
  bind(updateSubdomain, handleUpdateSubdomain),
  bindOpen(showEmbeddedCode, handleShowEmbeddedCode),
]
