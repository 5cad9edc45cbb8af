ALTER TABLE `applications` ADD `sign_answers` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `answer_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `answer_private_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `previous_answer_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `previous_answer_private_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `previous_answer_key_until` integer DEFAULT 0 NOT NULL;