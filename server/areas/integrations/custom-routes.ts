import {
  createCustomIntegration,
  getCustomIntegration,
  listCustomIntegrations,
  removeCustomIntegration,
  saveCustomIntegration,
} from '#contract/integrations/custom.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { ownerOf, readAnswer } from './connection-routes.ts'
import { addCustom, changeCustom, listCustom, readCustom, removeCustom } from './connections/custom-integrations.ts'

const addedAnswer = { result: 'success', message: 'Data has been added successfully' } as const
const updatedAnswer = { result: 'success', message: 'Data has been updated successfully' } as const
const deletedAnswer = { result: 'success', message: 'Deleted!' } as const

export const customRoutes: Route[] = [
  bind(listCustomIntegrations, async (_input, call) => ({
    ...readAnswer,
    data: await call.inScope((tx) => listCustom(tx, call.platform, ownerOf(call))),
  })),
  bind(getCustomIntegration, async ({ params }, call) => ({
    ...readAnswer,
    data: await call.inScope((tx) => readCustom(tx, call.platform, ownerOf(call), params.integration)),
  })),
  bind(createCustomIntegration, async ({ body }, call) => {
    const owner = ownerOf(call)
    const data = await call.inScope(async (tx) => {
      const id = await addCustom(tx, call.platform, owner, { ...body, details: body.details })
      return readCustom(tx, call.platform, owner, id)
    })
    return { ...addedAnswer, data }
  }),
  bind(saveCustomIntegration, async ({ body }, call) => {
    const owner = ownerOf(call)
    const data = await call.inScope(async (tx) => {
      await changeCustom(tx, call.platform, owner, body.integration_id, body)
      return readCustom(tx, call.platform, owner, body.integration_id)
    })
    return { ...updatedAnswer, data }
  }),
  bind(removeCustomIntegration, async ({ body }, call) => {
    const now_ms = call.platform.clock.now()
    await call.inScope((tx) => removeCustom(tx, ownerOf(call), body.integration_id, now_ms))
    return deletedAnswer
  }),
]
