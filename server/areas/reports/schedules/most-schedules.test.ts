import { expect, test } from 'vitest'
import { listReportSchedules, saveReportSchedule } from '#contract/reports/schedules.ts'
import { openTree } from '#server/test/open-tree.ts'

const { db, http, tree } = await openTree()

const rule = {
  kind: 'campaigns',
  days: 'yesterday',
  format: 'csv',
  every: 'day',
  hour: 12,
  recipients: ['a@client.test'],
}
const save = () => http.as(tree.acme.owner).call(saveReportSchedule, { body: { companyID: tree.acme.id, ...rule } })

test('an agency has at most 50 report schedules, however many are added at once: the list shows no more', async () => {
  await save()
  await db.adminPool.query(
    `insert into report_schedule select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid()))).*
       from report_schedule one, generate_series(1, 48)`,
  )
  const answers = await Promise.all([1, 2, 3].map(save))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const { body } = await http.as(tree.acme.owner).call(listReportSchedules, { params: { companyID: tree.acme.id } })
  expect(body.total).toBe(50)
})
