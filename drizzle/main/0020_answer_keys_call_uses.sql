CREATE TABLE `call_uses` (
	`app_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`calls` integer NOT NULL,
	`signed` integer NOT NULL,
	`encrypted` integer NOT NULL,
	`https` integer NOT NULL,
	`valued` integer NOT NULL,
	PRIMARY KEY(`app_id`, `hour`),
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `applications` ADD `sign_answers` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `answer_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `answer_private_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `previous_answer_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `previous_answer_private_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `previous_answer_key_until` integer DEFAULT 0 NOT NULL;