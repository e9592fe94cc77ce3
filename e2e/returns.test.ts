import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

// The demo client's returned leads that await a decision.

const stage = useStage()
const path = '/siteid/returns'
const wrongNumber = 'Two calls, somebody else answers.'
const tooFar = 'Asked for a plumber in Toledo, Spain.'
const answer = 'Toledo, Ohio: we have called, and it is not Spain.'

describe('Returned leads', () => {
  it('wait for the agency, with both buttons side by side, in Arabic too', async () => {
    const page = await stage().newPageOf(people.acmeOwner, path)
    const t = say('ar')
    await turnLanguage(page, 'ar')
    const row = page.getByRole('row').filter({ hasText: wrongNumber })
    await row.getByText(t('Under review'), { exact: true }).waitFor()
    const buttons = await row.getByRole('button').all()
    const tops = await Promise.all(buttons.map(async (button) => (await button.boundingBox())!.y))
    expect(tops).toHaveLength(2)
    expect(tops[0]).toBe(tops[1])
    expect(await findBarriers(page)).toEqual([])
    await turnLanguage(page, 'en')
  })

  it('are decided one by one: one is credited, one is refused with an explanation', async () => {
    const page = await stage().newPageOf(people.acmeOwner, path)
    const good = page.getByRole('row').filter({ hasText: wrongNumber })
    await good.getByRole('button', { name: 'Accept the return of' }).click()
    await page.getByText('The lead was credited.').first().waitFor()
    await good.getByText('Credited', { exact: true }).waitFor()
    const bad = page.getByRole('row').filter({ hasText: tooFar })
    await bad.getByRole('button', { name: 'Reject the return of' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject the return' })
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await dialog.getByText('Enter a reason.').waitFor()
    await dialog.getByLabel('Reason').fill(answer)
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('The return was rejected.').first().waitFor()
    await bad.getByText('Not credited', { exact: true }).waitFor()
    await bad.getByText(answer).waitFor()
    expect(await bad.getByRole('button').count()).toBe(0)
  })

  it('show the client the decision, and on the lead what was credited', async () => {
    const page = await stage().newPageOf(people.plumbright, path)
    const bad = page.getByRole('row').filter({ hasText: tooFar })
    await bad.getByText(answer).waitFor()
    const good = page.getByRole('row').filter({ hasText: wrongNumber })
    await good.getByText('Credited', { exact: true }).waitFor()
    expect(await page.getByRole('row').getByRole('button').count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
    await good.getByRole('link').first().click()
    await page.getByRole('region', { name: 'Money trail' }).getByText('Credited: lead returned').waitFor()
    await page.getByRole('region', { name: 'Money', exact: true }).getByText('Credited to you').waitFor()
  })
})
