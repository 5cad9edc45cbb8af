-- Rules that need more than tables: the one row of the desk, texts that nobody changes, and balances that follow.
INSERT INTO desk (id, n) VALUES (1, 0);--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_ARGV[0];
END $$;--> statement-breakpoint
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change('the audit log');--> statement-breakpoint
CREATE TRIGGER ledger_transfers_are_append_only BEFORE UPDATE OR DELETE ON ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change('the ledger');--> statement-breakpoint
CREATE TRIGGER ledger_transactions_are_append_only BEFORE UPDATE OR DELETE ON ledger_transactions FOR EACH ROW EXECUTE FUNCTION refuse_change('the ledger');--> statement-breakpoint
CREATE TRIGGER allocation_changes_are_append_only BEFORE UPDATE OR DELETE ON allocation_changes FOR EACH ROW EXECUTE FUNCTION refuse_change('the ledger');--> statement-breakpoint
CREATE FUNCTION ledger_one_book() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM ledger_accounts a JOIN ledger_transactions t ON t.id = NEW.transaction_id AND t.book_id = a.book_id
      WHERE a.id IN (NEW.from_id, NEW.to_id)) <> 2 THEN
    RAISE EXCEPTION 'a transfer is within one book';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_one_book BEFORE INSERT ON ledger_transfers FOR EACH ROW EXECUTE FUNCTION ledger_one_book();--> statement-breakpoint
CREATE FUNCTION ledger_balances_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ledger_accounts SET balance = balance - NEW.amount WHERE id = NEW.from_id;
  UPDATE ledger_accounts SET balance = balance + NEW.amount WHERE id = NEW.to_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_balances_follow AFTER INSERT ON ledger_transfers FOR EACH ROW EXECUTE FUNCTION ledger_balances_follow();--> statement-breakpoint
-- Applications are numbered from 10001 up.
ALTER TABLE applications ALTER COLUMN id RESTART WITH 10001;--> statement-breakpoint
ALTER TABLE counts SET UNLOGGED;--> statement-breakpoint
-- The planner's statistics of the times that lists are sorted by. Those of the indexes don't reach it.
CREATE STATISTICS codes_use_times ON (coalesce(use_time, -1)) FROM codes;--> statement-breakpoint
CREATE STATISTICS codes_end_times ON (coalesce(end_time, -1)) FROM codes;--> statement-breakpoint
CREATE STATISTICS codes_recycled_times ON (coalesce(recycled_at, -1)) FROM codes;--> statement-breakpoint
CREATE STATISTICS accounts_login_times ON (coalesce(last_login_at, -1)) FROM accounts;
