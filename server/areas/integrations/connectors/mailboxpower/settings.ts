import { z } from 'zod'

/** From third-party descriptions only: set URL, paths and field names as the service documents them. */
export const settings = {
  MAILBOX_POWER_URL: z
    .url()
    .default('https://api.rocketnotes.com')
    .describe('Known from descriptions by others only: set what the service says.'),
  MAILBOX_POWER_GROUPS_PATH: z.string().startsWith('/').default('/api/clienttether/contacts/groups'),
  MAILBOX_POWER_CONTACTS_PATH: z.string().startsWith('/').default('/api/clienttether/contacts'),
  MAILBOX_POWER_GROUP_FIELD: z.string().min(1).default('group_id'),
  MAILBOX_POWER_FIELDS: z
    .string()
    .default(
      'first_name=first_name,last_name=last_name,email=email,phone=phone,street=address,city=city,state=state,zip=zip',
    ),
}

declare module '#server/platform/config.ts' {
  interface ServiceSettings extends z.output<z.ZodObject<typeof settings>> {}
}
