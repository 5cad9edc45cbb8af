CREATE TABLE `code_seats` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code_id` integer NOT NULL,
	`app_id` integer NOT NULL,
	`account_key` text NOT NULL,
	`ip` text DEFAULT '' NOT NULL,
	`ip6` text DEFAULT '' NOT NULL,
	`use_time` integer,
	`end_time` integer,
	`gave_seconds` integer,
	`record_end_before` integer,
	`spent` integer DEFAULT false NOT NULL,
	`taken_seconds` integer,
	FOREIGN KEY (`code_id`) REFERENCES `codes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `code_seats_code` ON `code_seats` (`code_id`);--> statement-breakpoint
CREATE INDEX `code_seats_app` ON `code_seats` (`app_id`,`account_key`);--> statement-breakpoint
CREATE TABLE `custom_fields` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer NOT NULL,
	`name` text NOT NULL,
	`place` text NOT NULL,
	`kind` text NOT NULL,
	`choices` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `custom_fields_name` ON `custom_fields` (`owner_id`,`name`);--> statement-breakpoint
ALTER TABLE `applications` ADD `several_accounts` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `batches` ADD `seats` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `codes` ADD `tags` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `codes` ADD `fields` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `codes` ADD `seats` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` ADD `fields` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP TRIGGER device_search_update;--> statement-breakpoint
DROP TABLE device_search;--> statement-breakpoint
CREATE VIRTUAL TABLE device_search USING fts5(account_key, label, license, note, tags, fields, pairs, app, agent, content='', contentless_delete=1, tokenize='trigram', detail='none');--> statement-breakpoint
INSERT OR IGNORE INTO device_search_queue SELECT id FROM devices;--> statement-breakpoint
CREATE TRIGGER device_search_update AFTER UPDATE OF account_key, label, license, note, tags, fields, agent_id ON devices
  WHEN old.account_key IS NOT new.account_key OR old.label IS NOT new.label OR old.license IS NOT new.license OR old.note IS NOT new.note OR old.tags IS NOT new.tags OR old.fields IS NOT new.fields OR old.agent_id IS NOT new.agent_id BEGIN
  INSERT INTO device_search_queue (id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
DROP TRIGGER code_search_update;--> statement-breakpoint
DROP TABLE code_search;--> statement-breakpoint
CREATE VIRTUAL TABLE code_search USING fts5(kami, note, markcode, account_key, tags, fields, pairs, app, agent, content='', contentless_delete=1, tokenize='trigram', detail='none');--> statement-breakpoint
INSERT OR IGNORE INTO code_search_queue SELECT id FROM codes;--> statement-breakpoint
CREATE TRIGGER code_search_update AFTER UPDATE OF note, markcode, account_key, tags, fields, agent_id ON codes
  WHEN old.note IS NOT new.note OR old.markcode IS NOT new.markcode OR old.account_key IS NOT new.account_key OR old.tags IS NOT new.tags OR old.fields IS NOT new.fields OR old.agent_id IS NOT new.agent_id BEGIN
  INSERT INTO code_search_queue (id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER code_search_seat_insert AFTER INSERT ON code_seats BEGIN
  INSERT INTO code_search_queue (id) VALUES (new.code_id) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER code_search_seat_update AFTER UPDATE OF account_key ON code_seats BEGIN
  INSERT INTO code_search_queue (id) VALUES (new.code_id) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER code_search_seat_delete AFTER DELETE ON code_seats BEGIN
  INSERT INTO code_search_queue (id) VALUES (old.code_id) ON CONFLICT DO NOTHING;
END;
