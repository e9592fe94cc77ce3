import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, doneWith, flag, instant, line } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { email } from '../sign-in/session.ts'
import { teamRights } from './team-rights.ts'

/** A client's people manage their own team; their agency adds and changes only the main user. */
const access: Access = { client: { reach: ['own'] } }
const colleagueId = z.strictObject({ id })
const ofColleague = { kind: 'user', in: 'params', key: 'id' } as const

const rights = z
  .array(z.enum(teamRights))
  .max(teamRights.length)
  .meta({ description: 'Besides seeing everything: `work` leads, `pay`, and `manage` the rest, the team included.' })

const colleague = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  is_main: flag.meta({ description: 'The main user, who has all rights and stays.' }),
  is_self: flag,
  rights,
  invited_until: instant.nullable().meta({ description: 'Null once the invitation was accepted.' }),
})
export type Colleague = Plain<z.output<typeof colleague>>

export const listTeam = operation({
  id: 'own',
  name: 'listTeam',
  area: 'people',
  method: 'GET',
  path: '/team',
  summary: 'Lists the people of the caller’s company with their rights, the main user first.',
  answer: doneWith(z.array(colleague)),
  access,
})

export const inviteColleague = operation({
  id: 'own',
  name: 'inviteColleague',
  area: 'people',
  method: 'POST',
  path: '/team',
  summary: 'Invites somebody to the caller’s company, with rights that the caller has, too.',
  body: z.strictObject({ full_name: line(), email, rights }),
  answer: doneWith(z.object({ id })),
  access,
  limits: [{ count: 20, perSeconds: 3600, by: 'company', as: 'invitation' }],
})

export const changeColleague = operation({
  id: 'own',
  name: 'changeColleague',
  area: 'people',
  method: 'PUT',
  path: '/team/{id}',
  summary: 'Changes the rights of a colleague, who may not have more than the caller.',
  params: colleagueId,
  body: z.strictObject({ rights }),
  answer: doneAnswer,
  errors: ['conflict'],
  access,
  object: ofColleague,
  limits: [{ count: 60, perSeconds: 3600, by: 'company' }],
})

export const removeColleague = operation({
  id: 'own',
  name: 'removeColleague',
  area: 'people',
  method: 'DELETE',
  path: '/team/{id}',
  summary: 'Removes a colleague from the company. They are signed out at once; their address can be invited again.',
  params: colleagueId,
  answer: doneAnswer,
  errors: ['conflict'],
  access,
  object: ofColleague,
  limits: [{ count: 60, perSeconds: 3600, by: 'company' }],
})
