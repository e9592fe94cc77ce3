import { describe, expect, it } from 'vitest'
import { people } from './support/people.ts'
import { signIn, useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

const stage = useStage()
const { harborRealty } = people

describe('Six tabs of one browser', () => {
  it('all work: five are live, the sixth says so and goes live as soon as one of them is closed', async () => {
    const first = await stage().newPage()
    stage().allow(first, /status of 429/)
    const origin = stage().origin(harborRealty.host)
    await signIn(first, origin, harborRealty, say('en'))
    await first.goto(`${origin}/siteid/leads`)
    const tabs = [first]
    for (let n = 1; n < 5; n++) {
      const tab = await first.context().newPage()
      tabs.push(tab)
      await tab.goto(`${origin}/siteid/leads`)
    }
    for (const tab of tabs) await tab.getByText('Live', { exact: true }).waitFor()
    const sixth = await first.context().newPage()
    await sixth.goto(`${origin}/siteid/leads`)
    await sixth.getByText('Live in other tabs').waitFor()
    await sixth.getByRole('table', { name: 'Leads' }).getByRole('row').nth(1).waitFor()
    await tabs[2]!.close()
    await sixth.getByText('Live', { exact: true }).waitFor({ timeout: 40_000 })
    expect(await tabs[0]!.getByText('Live', { exact: true }).count()).toBe(1)
  })
})
