import { expect, test } from 'vitest'
import { sourcesWith } from './sources.ts'

/** Calls that create, change or check a company, its people, or a campaign; `operation` is the form's of a module. */
const writes =
  /useAction\(\s*(?:createUser|updateUser|createCampaign|updateCampaign|operation|copyCampaign|changeCampaigns|setCampaignActive|archiveCampaign|checkCampaignActive)\b/

test('R180: every page that creates, changes or checks a company or a campaign shows this text', () => {
  const pages = sourcesWith('.ts', '.tsx').filter(
    ({ path, text }) => /^web\/areas\/(?:companies|campaigns|people)\//.test(path) && writes.test(text),
  )
  expect(pages.length).toBeGreaterThan(8)
  expect(pages.filter(({ text }) => !/(?:throw|when)ServerBusy/.test(text)).map(({ path }) => path)).toEqual([])
})
