import { readSetting, saveSetting } from '#contract/settings/settings.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleReadSetting } from './read-setting.ts'
import { handleSaveSetting } from './save-setting.ts'

export const routes: Route[] = [bind(readSetting, handleReadSetting), bind(saveSetting, handleSaveSetting)]
