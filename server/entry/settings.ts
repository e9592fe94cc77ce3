import { writeFileSync } from 'node:fs'
import { settingsPage, settingsPath } from '../describe-settings.ts'

writeFileSync(settingsPath, settingsPage())
