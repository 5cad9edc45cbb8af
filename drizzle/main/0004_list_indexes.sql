CREATE INDEX `accounts_app` ON `accounts` (`app_id`);--> statement-breakpoint
CREATE INDEX `accounts_app_vip` ON `accounts` (`app_id`,`vip`);--> statement-breakpoint
CREATE INDEX `accounts_app_seen` ON `accounts` (`app_id`,coalesce("last_login_at", -1));--> statement-breakpoint
CREATE INDEX `accounts_app_disabled` ON `accounts` (`app_id`) WHERE disabled = 1;--> statement-breakpoint
CREATE INDEX `codes_app` ON `codes` (`app_id`) WHERE recycled_at IS NULL;--> statement-breakpoint
CREATE INDEX `codes_app_type` ON `codes` (`app_id`,`type`) WHERE recycled_at IS NULL;--> statement-breakpoint
CREATE INDEX `codes_app_created` ON `codes` (`app_id`,`created_at`) WHERE recycled_at IS NULL;--> statement-breakpoint
CREATE INDEX `codes_app_used` ON `codes` (`app_id`,coalesce("use_time", -1)) WHERE recycled_at IS NULL;--> statement-breakpoint
CREATE INDEX `codes_app_ends` ON `codes` (`app_id`,coalesce("end_time", -1)) WHERE recycled_at IS NULL;--> statement-breakpoint
CREATE INDEX `codes_app_endless` ON `codes` (`app_id`) WHERE recycled_at IS NULL AND end_time IS NULL AND use_time IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_app_disabled` ON `codes` (`app_id`) WHERE recycled_at IS NULL AND disabled = 1;--> statement-breakpoint
CREATE INDEX `codes_app_used_up` ON `codes` (`app_id`) WHERE recycled_at IS NULL AND "left" <= 0;--> statement-breakpoint
CREATE INDEX `codes_app_recycled` ON `codes` (`app_id`,coalesce("recycled_at", -1)) WHERE recycled_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_app_dated` ON `codes` (`app_id`,coalesce("use_time", -1)) WHERE recycled_at IS NULL AND end_time IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_app_bin` ON `codes` (`app_id`) WHERE recycled_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_app_bin_kami` ON `codes` (`app_id`,`kami`) WHERE recycled_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_app_bin_created` ON `codes` (`app_id`,`created_at`) WHERE recycled_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_app_bin_used` ON `codes` (`app_id`,coalesce("use_time", -1)) WHERE recycled_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_app_bin_ends` ON `codes` (`app_id`,coalesce("end_time", -1)) WHERE recycled_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_agent_kami` ON `codes` (`agent_id`,`kami`) WHERE recycled_at IS NULL AND agent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_agent_created` ON `codes` (`agent_id`,`created_at`) WHERE recycled_at IS NULL AND agent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_agent_used` ON `codes` (`agent_id`,coalesce("use_time", -1)) WHERE recycled_at IS NULL AND agent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_agent_type` ON `codes` (`agent_id`,`type`) WHERE recycled_at IS NULL AND agent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_agent_ends` ON `codes` (`agent_id`,coalesce("end_time", -1)) WHERE recycled_at IS NULL AND agent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_agent_endless` ON `codes` (`agent_id`) WHERE recycled_at IS NULL AND agent_id IS NOT NULL AND end_time IS NULL AND use_time IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_agent_disabled` ON `codes` (`agent_id`) WHERE recycled_at IS NULL AND agent_id IS NOT NULL AND disabled = 1;--> statement-breakpoint
CREATE INDEX `codes_agent_used_up` ON `codes` (`agent_id`) WHERE recycled_at IS NULL AND agent_id IS NOT NULL AND "left" <= 0;--> statement-breakpoint
CREATE INDEX `codes_agent_recycled` ON `codes` (`agent_id`,coalesce("recycled_at", -1)) WHERE recycled_at IS NOT NULL AND agent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_agent_dated` ON `codes` (`agent_id`,coalesce("use_time", -1)) WHERE recycled_at IS NULL AND agent_id IS NOT NULL AND end_time IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_agent_bin` ON `codes` (`agent_id`) WHERE recycled_at IS NOT NULL AND agent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_agent_bin_kami` ON `codes` (`agent_id`,`kami`) WHERE recycled_at IS NOT NULL AND agent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_agent_bin_created` ON `codes` (`agent_id`,`created_at`) WHERE recycled_at IS NOT NULL AND agent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_agent_bin_used` ON `codes` (`agent_id`,coalesce("use_time", -1)) WHERE recycled_at IS NOT NULL AND agent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_agent_bin_ends` ON `codes` (`agent_id`,coalesce("end_time", -1)) WHERE recycled_at IS NOT NULL AND agent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `devices_app` ON `devices` (`app_id`);--> statement-breakpoint
CREATE INDEX `devices_app_label` ON `devices` (`app_id`,`label`);--> statement-breakpoint
CREATE INDEX `devices_app_vip` ON `devices` (`app_id`,`vip`);--> statement-breakpoint
CREATE INDEX `devices_app_created` ON `devices` (`app_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `devices_app_disabled` ON `devices` (`app_id`) WHERE disabled = 1;--> statement-breakpoint
CREATE INDEX `devices_agent_account` ON `devices` (`agent_id`,`account_key`) WHERE agent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `devices_agent_label` ON `devices` (`agent_id`,`label`) WHERE agent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `devices_agent_disabled` ON `devices` (`agent_id`) WHERE agent_id IS NOT NULL AND disabled = 1;--> statement-breakpoint
CREATE INDEX `devices_agent_vip` ON `devices` (`agent_id`,`vip`) WHERE agent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `devices_agent_created` ON `devices` (`agent_id`,`created_at`) WHERE agent_id IS NOT NULL;--> statement-breakpoint
-- Searches by what a text contains (sqlite/search/). Each list has an index of the groups of three characters, and a
-- queue of the rows that are to be put into it: a chore does that, so that what writes a row doesn't wait for it. A
-- search looks through the queue as well, so that nothing is missed. Stale entries are harmless: what is found is looked
-- at again in the table, and ids are never used twice.
CREATE VIRTUAL TABLE code_search USING fts5(kami, note, markcode, account_key, pairs, app, agent, content='', contentless_delete=1, tokenize='trigram', detail='none');--> statement-breakpoint
CREATE TABLE code_search_queue (id INTEGER PRIMARY KEY NOT NULL);--> statement-breakpoint
INSERT INTO code_search_queue SELECT id FROM codes;--> statement-breakpoint
CREATE TRIGGER code_search_insert AFTER INSERT ON codes BEGIN
  INSERT INTO code_search_queue (id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER code_search_update AFTER UPDATE OF note, markcode, account_key, agent_id ON codes
  WHEN old.note IS NOT new.note OR old.markcode IS NOT new.markcode OR old.account_key IS NOT new.account_key OR old.agent_id IS NOT new.agent_id BEGIN
  INSERT INTO code_search_queue (id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER code_search_delete AFTER DELETE ON codes BEGIN
  INSERT INTO code_search_queue (id) VALUES (old.id) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE VIRTUAL TABLE device_search USING fts5(account_key, label, license, note, pairs, app, agent, content='', contentless_delete=1, tokenize='trigram', detail='none');--> statement-breakpoint
CREATE TABLE device_search_queue (id INTEGER PRIMARY KEY NOT NULL);--> statement-breakpoint
INSERT INTO device_search_queue SELECT id FROM devices;--> statement-breakpoint
CREATE TRIGGER device_search_insert AFTER INSERT ON devices BEGIN
  INSERT INTO device_search_queue (id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER device_search_update AFTER UPDATE OF account_key, label, license, note, agent_id ON devices
  WHEN old.account_key IS NOT new.account_key OR old.label IS NOT new.label OR old.license IS NOT new.license OR old.note IS NOT new.note OR old.agent_id IS NOT new.agent_id BEGIN
  INSERT INTO device_search_queue (id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER device_search_delete AFTER DELETE ON devices BEGIN
  INSERT INTO device_search_queue (id) VALUES (old.id) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE VIRTUAL TABLE account_search USING fts5(user, qq, name, pairs, app, content='', contentless_delete=1, tokenize='trigram', detail='none');--> statement-breakpoint
CREATE TABLE account_search_queue (id INTEGER PRIMARY KEY NOT NULL);--> statement-breakpoint
INSERT INTO account_search_queue SELECT id FROM accounts;--> statement-breakpoint
CREATE TRIGGER account_search_insert AFTER INSERT ON accounts BEGIN
  INSERT INTO account_search_queue (id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER account_search_update AFTER UPDATE OF user, qq, name ON accounts
  WHEN old.user IS NOT new.user OR old.qq IS NOT new.qq OR old.name IS NOT new.name BEGIN
  INSERT INTO account_search_queue (id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER account_search_delete AFTER DELETE ON accounts BEGIN
  INSERT INTO account_search_queue (id) VALUES (old.id) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE VIRTUAL TABLE audit_search USING fts5(label, person_name, change, pairs, owner, person, content='', contentless_delete=1, tokenize='trigram', detail='none');--> statement-breakpoint
CREATE TABLE audit_search_queue (id INTEGER PRIMARY KEY NOT NULL);--> statement-breakpoint
INSERT INTO audit_search_queue SELECT id FROM audit;--> statement-breakpoint
CREATE TRIGGER audit_search_insert AFTER INSERT ON audit BEGIN
  INSERT INTO audit_search_queue (id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;
