import { defineConfig } from 'vitest/config'
import journeys from './vitest.e2e.config.ts'

// `npm run pictures`: takes README's pictures in the browser and the demo world of the journeys.
export default defineConfig({ ...journeys, test: { ...journeys.test, include: ['e2e/*.pictures.ts'] } })
