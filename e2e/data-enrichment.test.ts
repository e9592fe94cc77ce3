import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chooseFile } from './support/choose-file.ts'
import { acme, people } from './support/people.ts'
import { optedOutPerson, personFor } from './support/persons.ts'
import { addSecondPage } from './support/second-page.ts'
import { useStage } from './support/stage.ts'
import { visit } from './support/visit.ts'

const stage = useStage()
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

describe('9. The root imports people', () => {
  it('maps the columns, sees a preview of the changes, and imports them', async () => {
    const person = personFor('the imported change')
    const optedOut = optedOutPerson()
    const rows = [
      'Contact,Given,Surname,Mobile,Postcode',
      'zelda.quill@example.com,Zelda,Quill,2125550142,10001',
      `${person.email},Renamed,${person.lastName},,`,
      'not an address,Nobody,Nowhere,,',
      `${optedOut.email},Reborn,Refused,2125550143,10001`,
      ...Array.from({ length: 3_000 }, (_, n) => `filler.${n}@example.com,Filler,Person,,`),
    ]
    const root = await stage().newPageOf(people.root, '/configuration/data-enrichment')
    const file = { name: 'persons.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
    // An empty list has a second upload button.
    await chooseFile(root, root.getByRole('button', { name: 'Upload a CSV file' }).first(), file)
    await root.getByText('persons.csv').waitFor()
    await root.getByText('First rows of the file').click()
    await root.getByText('zelda.quill@example.com').waitFor()

    for (const [field, column] of [
      ['Email', 'Contact'],
      ['First name', 'Given'],
      ['Last name', 'Surname'],
      ['Phone', 'Mobile'],
      ['ZIP code', 'Postcode'],
    ] as const) {
      const box = root.getByRole('combobox', { name: field, exact: true })
      if ((await box.inputValue()) === column) continue
      await box.click()
      await root.getByRole('option', { name: column, exact: true }).click()
    }
    await root.getByRole('button', { name: 'Start the dry run' }).click()
    await root.getByText(/rows read$/).waitFor()
    await root.getByText('Checked', { exact: true }).waitFor()
    const terms = await root.getByRole('term').allInnerTexts()
    const counts = await root.getByRole('definition').allInnerTexts()
    expect(Object.fromEntries(terms.map((term, n) => [term, counts[n]]))).toEqual({
      New: '3,001',
      Changed: '1',
      Unchanged: '0',
      Invalid: '1',
      'Opted out': '1',
    })
    await root.getByRole('list', { name: 'Rows that cannot be imported' }).getByText('Row 3').waitFor()

    const site = stage().origin('plumbright.localhost')
    await visit(await stage().newVisitor(), `${site}/?hem=${md5('zelda.quill@example.com')}`)
    await root.getByRole('button', { name: 'Activate' }).click()
    const dialog = root.getByRole('dialog', { name: 'Activate this import?' })
    await dialog.getByText(/3,001 people will be added and 1 changed/).waitFor()
    await dialog.getByRole('button', { name: 'Activate' }).click()
    await root.getByText('Active', { exact: true }).waitFor()

    await visit(await stage().newVisitor(), `${site}/?hem=${md5('zelda.quill@example.com')}`)
    await visit(await stage().newVisitor(), `${site}/?hem=${person.md5}`)
    await visit(await stage().newVisitor(), `${site}/?hem=${optedOut.md5}`)
    const client = await stage().newPageOf(people.plumbright, '/siteid/leads')
    const leads = client.getByRole('table', { name: 'Leads' })
    await leads.getByRole('link', { name: 'Zelda Quill' }).waitFor()
    await leads.getByRole('link', { name: `Renamed ${person.lastName}` }).waitFor()
    expect(await leads.getByRole('link', { name: 'Zelda Quill' }).count(), 'unknown before the activation').toBe(1)
    await client.goto(`${stage().origin(acme)}/siteid/leads?search=Reborn`)
    await client.getByText('No results').waitFor()
  })

  it('maps the columns of a checked file anew, and checks it again', async () => {
    const root = await stage().newPageOf(people.root, '/configuration/data-enrichment')
    const content = 'Contact,Elsewhere\nask at the desk,quentin.quill@example.com\n'
    const file = { name: 'wrong-column.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
    await chooseFile(root, root.getByRole('button', { name: 'Upload a CSV file' }).first(), file)
    await root.getByText('wrong-column.csv').waitFor()
    const check = async (column: string): Promise<void> => {
      const email = root.getByRole('combobox', { name: 'Email', exact: true })
      const choose = async (): Promise<string> => {
        await email.click()
        await root.getByRole('option', { name: column, exact: true }).click()
        return email.inputValue()
      }
      await expect.poll(choose).toBe(column)
      await root.getByRole('button', { name: 'Start the dry run' }).click()
    }
    // The newest import comes first.
    const count = (term: string) =>
      root.locator('dl').first().locator('div').filter({ hasText: term }).getByRole('definition')
    await check('Contact')
    // Until it is checked, the first counts are those of an earlier import.
    await root.getByText('Checked', { exact: true }).waitFor()
    expect(await count('Invalid').innerText()).toBe('1')
    expect(await count('New').innerText()).toBe('0')
    await root.getByText('Change the columns').click()
    await check('Elsewhere')
    await expect.poll(() => count('New').allInnerTexts()).toEqual(['1'])
    expect(await count('Invalid').innerText()).toBe('0')
    await root.getByText('Checked', { exact: true }).waitFor()
  })

  it('reads earlier imports on the second page', async () => {
    const root = await stage().newPageOf(people.root, '/configuration/data-enrichment')
    await addSecondPage(root, '/identity/import?')
    await root.reload()
    await root.getByText('persons.csv').waitFor()
    await root.getByRole('button', { name: 'Page 2' }).click()
    await root.getByText('persons.csv').waitFor({ state: 'detached' })
    await root.getByRole('button', { name: 'Page 1' }).click()
    await root.getByText('persons.csv').waitFor()
  })

  it('sees what is wrong with an invalid file', async () => {
    const root = await stage().newPageOf(people.root, '/configuration/data-enrichment')
    stage().allow(root, /status of 4\d\d/)
    const zip = Buffer.from('504b0304140000000800000000000000', 'hex')
    const upload = { name: 'renamed.csv', mimeType: 'text/csv', buffer: zip }
    await chooseFile(root, root.getByRole('button', { name: 'Upload a CSV file' }).first(), upload)
    await root.getByRole('alert').waitFor()
    expect(await root.getByText('renamed.csv').count()).toBe(0)
  })
})
