ALTER TABLE `operators` ADD `maker_id` integer REFERENCES operators(id);--> statement-breakpoint
-- The account that an agent got with its creation is in the maker's books. Later ones are in the books of those for whom it
-- sells too. An agent that got none then was looked after by the only developer in whose books it is, or else by the owner.
UPDATE operators SET maker_id = CASE WHEN parent_id IS NOT NULL THEN parent_id ELSE coalesce(
  (SELECT book_id FROM ledger_accounts AS first WHERE first.kind = 'agent' AND first.agent_id = operators.id
    AND first.created_at BETWEEN operators.created_at AND operators.created_at + 60 ORDER BY first.id LIMIT 1),
  (SELECT min(book_id) FROM ledger_accounts AS only WHERE only.kind = 'agent' AND only.agent_id = operators.id
    HAVING count(*) = 1),
  (SELECT id FROM operators AS owner WHERE owner.role = 'owner' AND owner.employer_id IS NULL ORDER BY id LIMIT 1)
) END WHERE role = 'agent' AND employer_id IS NULL;--> statement-breakpoint
-- An agent works for those in whose books it has an account. Until now an attributed code or trading account was enough.
INSERT INTO ledger_accounts (book_id, kind, agent_id, balance, credit, created_at)
  SELECT worked.owner_id, 'agent', worked.agent_id, 0, 0, operators.created_at FROM (
    SELECT owner_id, agent_id FROM codes JOIN applications ON applications.id = codes.app_id WHERE agent_id IS NOT NULL
    UNION
    SELECT owner_id, agent_id FROM devices JOIN applications ON applications.id = devices.app_id WHERE agent_id IS NOT NULL
  ) AS worked JOIN operators ON operators.id = worked.agent_id AND operators.role = 'agent'
  WHERE NOT EXISTS (SELECT 1 FROM ledger_accounts AS known WHERE known.book_id = worked.owner_id
    AND known.kind = 'agent' AND coalesce(known.agent_id, 0) = worked.agent_id)
  ORDER BY worked.owner_id, worked.agent_id;
