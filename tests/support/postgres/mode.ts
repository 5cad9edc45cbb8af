/** Whether scenarios run on PostgreSQL. */
export const IS_POSTGRES = process.env['STORE'] === 'postgres'
