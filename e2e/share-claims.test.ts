import { describe, expect, it } from 'vitest'
import { demoId } from '#demo/world.ts'
import { findBarriers } from './support/axe.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

// The operator limits what an agency gets back of its share, and decides about the rest. Brightside returns a lead of a client.

const stage = useStage()

describe('The operator’s share of a returned lead', () => {
  it('comes back up to a limit, which the operator sets for one agency', async () => {
    const page = await stage().newPageOf(people.root, `/configuration/agency-list/${demoId('Brightside Media')}`)
    const card = page.getByRole('region', { name: 'Limit of returned share' })
    await card.getByText('nobody has set a limit yet').waitFor()
    await card.getByLabel('Same limit as for all agencies').click()
    await card.getByLabel('Share of the month’s cost').fill('101')
    await card.getByRole('button', { name: 'Save' }).click()
    await card.getByText('Enter 100 or less.').waitFor()
    await card.getByLabel('Share of the month’s cost').fill('0')
    await card.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your settings have been saved.').first().waitFor()
    await card.getByText('up to 0% of a month’s wholesale cost').waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  it('waits beyond it, while the client is credited at once', async () => {
    const page = await stage().newPageOf(people.brightsideOwner, '/visitors/leads')
    await page.getByRole('table', { name: 'Leads' }).getByRole('row').nth(1).getByRole('link').first().click()
    const card = page.getByRole('region', { name: 'Return', exact: true })
    await card.getByRole('button', { name: 'Return lead' }).click()
    const dialog = page.getByRole('dialog', { name: 'Return this lead' })
    await dialog.getByRole('button', { name: 'Return lead' }).click()
    await dialog.waitFor({ state: 'detached' })
    await card.getByRole('button', { name: 'Accept the return of' }).click()
    await card.getByText('Credited', { exact: true }).waitFor()
    await page.goto(`${stage().origin(people.brightsideOwner.host)}/visitors/returns`)
    await page.getByRole('link', { name: 'Returned wholesale cost' }).click()
    const claim = page.getByRole('row').filter({ hasText: 'Over the month’s limit' }).first()
    await claim.getByText('Lead returned').waitFor()
    expect(await claim.getByRole('button').count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
  })

  it('is given back by the operator, who sees what waits, in Arabic too', async () => {
    const page = await stage().newPageOf(people.root, '/configuration/agency-list')
    await page.getByRole('link', { name: 'Inbox' }).first().click()
    const line = page.getByRole('row').filter({ hasText: 'Claims waiting' })
    await line.getByText('1 claim waiting').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await line.getByRole('link', { name: 'Brightside Media' }).click()
    const claims = page.getByRole('table', { name: 'Claims' })
    const claim = claims.getByRole('row').filter({ hasText: 'Waiting' }).first()
    await turnLanguage(page, 'ar')
    await page.getByText(say('ar')('Over the month’s limit')).first().waitFor()
    expect(await findBarriers(page)).toEqual([])
    await turnLanguage(page, 'en')
    await claim.getByRole('button', { name: /^Give back what .?Brightside Media.? claims$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Give back' }).click()
    await page.getByText('Your share was given back.').first().waitFor()
    await claims.getByRole('row').filter({ hasText: 'Given back' }).first().waitFor()
    expect(await findBarriers(page)).toEqual([])
  })
})
