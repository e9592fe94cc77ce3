export const listPath = '/banner/list'
export const createPath = '/banner/create'
