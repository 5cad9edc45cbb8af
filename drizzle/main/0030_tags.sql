ALTER TABLE `devices` ADD `tags` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP TRIGGER device_search_update;--> statement-breakpoint
DROP TABLE device_search;--> statement-breakpoint
CREATE VIRTUAL TABLE device_search USING fts5(account_key, label, license, note, tags, pairs, app, agent, content='', contentless_delete=1, tokenize='trigram', detail='none');--> statement-breakpoint
INSERT OR IGNORE INTO device_search_queue SELECT id FROM devices;--> statement-breakpoint
CREATE TRIGGER device_search_update AFTER UPDATE OF account_key, label, license, note, tags, agent_id ON devices
  WHEN old.account_key IS NOT new.account_key OR old.label IS NOT new.label OR old.license IS NOT new.license OR old.note IS NOT new.note OR old.tags IS NOT new.tags OR old.agent_id IS NOT new.agent_id BEGIN
  INSERT INTO device_search_queue (id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;
