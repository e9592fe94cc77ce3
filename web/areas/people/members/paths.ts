export const administratorListPath = '/configuration/administrator-list'
export const roleListPath = '/configuration/role-list'
