import { readAlertRules, saveAlertRule } from '#contract/alerts/alert-rules.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleReadAlertRules, handleSaveAlertRule } from './alert-rules.ts'

export const routes: Route[] = [bind(readAlertRules, handleReadAlertRules), bind(saveAlertRule, handleSaveAlertRule)]
