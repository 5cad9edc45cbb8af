/**
 * Neither returned nor in stock: a condition on the codes of `@agent`. A code in stock was never used, by the rule of
 * domain/sales/refund.ts.
 */
export const A_CUSTOMERS = `NOT EXISTS (SELECT 1 FROM sales WHERE sales.code_id = codes.id AND sales.agent_id = @agent
  AND (sales.refunded_at IS NOT NULL OR (sales.sold_at IS NULL AND codes.use_time IS NULL AND codes.markcode = ''
    AND codes.ip = '' AND codes.account_key = '' AND codes.recharged_account_id IS NULL)))`
