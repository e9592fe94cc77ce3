import { readDomain } from '#contract/branding/domain.ts'
import { showEmbeddedCode } from '#contract/branding/embedded-code.ts'
import { readSetting, saveSetting } from '#contract/branding/settings.ts'
import { bind, bindOpen, type Route } from '#server/platform/http/call.ts'
import { handleShowEmbeddedCode } from './embedded/show-embedded-code.ts'
import { handleReadDomain } from './read-brand.ts'
import { handleReadSetting } from './settings/read-setting.ts'
import { handleSaveSetting } from './settings/save-setting.ts'

export const routes: Route[] = [
  bindOpen(readDomain, handleReadDomain),
  bind(readSetting, handleReadSetting),
  bind(saveSetting, handleSaveSetting),
  bindOpen(showEmbeddedCode, handleShowEmbeddedCode),
]
